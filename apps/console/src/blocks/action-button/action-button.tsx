import { Button, Tooltip } from '@mantine/core';
import { lazy, Suspense, useEffect, useId, useRef } from 'react';
import type { Name } from '../../api/names.js';
import { useMay } from '../../api/session.js';
import type { Action } from './action.js';
import { useDraft } from './draft.js';

/** Loaded when the first dialog opens: most visits of a page only read. */
const ActionDialog = lazy(async () => ({
  default: (await import('./action-dialog.js')).ActionDialog,
})) as unknown as (typeof import('./action-dialog.js'))['ActionDialog'];

/**
 * A button that opens the dialog of an action. Without the right to it there is no button; an action that cannot be done now has
 * one that says why.
 */
export function ActionButton<N extends Name>(action: Action<N>) {
  const { operation, subject, label, unless, tone, fields = [] } = action;
  const may = useMay();
  const initial = Object.fromEntries(fields.map(({ name, initial: text = '' }) => [name, text]));
  const draft = useDraft(`draft ${operation} ${subject}`, initial);
  const button = useFocusAfter(draft.isOpen);
  if (!may(operation)) return null;
  return (
    <>
      {unless === undefined ? (
        <Button
          ref={button}
          onClick={draft.open}
          color={tone === 'danger' ? 'red' : undefined}
          variant={tone === 'primary' ? 'filled' : tone === 'danger' ? 'outline' : 'default'}
          data-operation={operation}
        >
          {label}
        </Button>
      ) : (
        <Disabled operation={operation} label={label} why={unless} />
      )}
      {draft.isOpen ? (
        <Suspense>
          <ActionDialog action={action} draft={draft} />
        </Suspense>
      ) : null}
    </>
  );
}

/** The button of a dialog takes the focus back when the dialog is left, so that the keyboard goes on where it was. */
function useFocusAfter(isOpen: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return button;
}

/** Can be reached by keyboard, so that its reason can be read. */
function Disabled({ operation, label, why }: Readonly<{ operation: Name; label: string; why: string }>) {
  const id = useId();
  return (
    <Tooltip label={why} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
      <Button
        variant="default"
        data-disabled
        aria-disabled
        aria-describedby={id}
        data-withheld={operation}
        onClick={(e) => e.preventDefault()}
      >
        {label}
        <span id={id} className="visually-hidden">
          {why}
        </span>
      </Button>
    </Tooltip>
  );
}
