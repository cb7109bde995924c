import { ApiFailure } from '@jeongsan/client/browser';
import { Alert, Button, Group, Text } from '@mantine/core';
import { isSignedOut, signIn } from '../api/session.js';
import { useLanguage } from '../texts/language.js';
import { nextStepOf } from '../texts/refusals.js';
import { useTexts } from '../texts/texts.js';
import { useMeaning } from '../texts/use-meaning.js';
import { blockTexts } from './blocks.texts.js';
import classes from './blocks.module.css';

type Shown = Readonly<{ error: Error; onRetry?: (() => void) | undefined }>;

/** A failed call: its code in words, what to do next, and a way to do it. */
export function Failure({ error, onRetry }: Shown) {
  const t = useTexts(blockTexts);
  const { language } = useLanguage();
  const failure = error instanceof ApiFailure ? error : undefined;
  const code = failure?.code ?? 'INTERNAL';
  const meaning = useMeaning(code) ?? code;
  return (
    <Alert color="red" role="alert" title={`${meaning[0]?.toUpperCase() ?? ''}${meaning.slice(1)}`}>
      <Text size="sm">{nextStepOf(code)[language === 'en' ? 0 : 1]}</Text>
      {failure?.detail ? <Text size="sm">{failure.detail}</Text> : null}
      <Fields failure={failure} />
      <Group gap="sm" mt="xs">
        {isSignedOut(error) ? (
          <Button size="xs" onClick={() => signIn()}>
            {t.freshGo}
          </Button>
        ) : onRetry === undefined ? null : (
          <Button size="xs" variant="default" onClick={onRetry}>
            {t.retry}
          </Button>
        )}
        <Text size="xs">
          <span className={classes.id}>{code}</span>
          {failure?.traceId === undefined ? null : (
            <>
              {' · '}
              {t.trace} <span className={classes.id}>{failure.traceId}</span>
            </>
          )}
        </Text>
      </Group>
    </Alert>
  );
}

type Field = Readonly<{ path: string; message: string }>;

/** The fields of a request that were wrong, as the service names them. */
function Fields({ failure }: Readonly<{ failure: ApiFailure | undefined }>) {
  const { fields } = failure?.members ?? {};
  if (!Array.isArray(fields)) return null;
  return (
    <ul>
      {(fields as readonly Field[]).map(({ path, message }) => (
        <li key={`${path} ${message}`}>
          {path}: {message}
        </li>
      ))}
    </ul>
  );
}
