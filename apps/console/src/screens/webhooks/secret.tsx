import { Button, Code, Group, Modal, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTexts } from '../../texts/texts.js';
import { webhookTexts } from './webhooks.texts.js';

type Shown = Readonly<{ secret: string | undefined; onClose: () => void }>;

/** A secret that the API shows once. It leaves the page with this dialog, and is stored nowhere. */
export function Secret({ secret, onClose }: Shown) {
  const t = useTexts(webhookTexts);
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text);
    notifications.show({ message: t.copied });
  };
  return (
    <Modal
      opened={secret !== undefined}
      onClose={onClose}
      title={t.secretTitle}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      size="lg"
    >
      <Stack gap="sm">
        <p>{t.secretText}</p>
        <Code block data-secret>
          {secret}
        </Code>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => void copy(secret ?? '')}>
            {t.copy}
          </Button>
          <Button onClick={onClose}>{t.close}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
