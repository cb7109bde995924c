import { Button, Tooltip } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useId } from 'react';
import type { Name } from '../../api/names.js';
import { useMay } from '../../api/session.js';
import type { Action } from './action.js';
import type { Draft } from './action-dialog.js';
import { useDraft } from './draft.js';

type DialogShown<N extends Name> = Readonly<{ action: Action<N>; draft: Draft }>;
/** Fields and dialogs are larger than most screens: they are loaded when the first one opens. */
const LazyDialog = lazy(async () => ({ default: (await import('./action-dialog.js')).ActionDialog }));
// `lazy` forgets that the component is generic.
const ActionDialog = LazyDialog as unknown as <N extends Name>(shown: DialogShown<N>) => ReactNode;

/**
 * A button that opens the dialog of an action. Without the right to it there is no button; an action that cannot be done now has
 * one that says why.
 */
export function ActionButton<N extends Name>(action: Action<N>) {
  const { operation, subject, label, unless, tone, fields = [] } = action;
  const may = useMay();
  const initial = Object.fromEntries(fields.map(({ name, initial: text = '' }) => [name, text]));
  const draft = useDraft(`draft ${operation} ${subject}`, initial);
  if (!may(operation)) return null;
  return (
    <>
      {unless === undefined ? (
        <Button
          onClick={draft.open}
          color={tone === 'danger' ? 'red' : undefined}
          variant={tone === 'primary' ? 'filled' : tone === 'danger' ? 'outline' : 'default'}
          data-operation={operation}
        >
          {label}
        </Button>
      ) : (
        <Disabled label={label} why={unless} />
      )}
      {draft.isOpen ? (
        <Suspense fallback={null}>
          <ActionDialog action={action} draft={draft} />
        </Suspense>
      ) : null}
    </>
  );
}

/** Can be reached by keyboard, so that its reason can be read. */
function Disabled({ label, why }: Readonly<{ label: string; why: string }>) {
  const id = useId();
  return (
    <Tooltip label={why} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
      <Button variant="default" data-disabled aria-disabled aria-describedby={id} onClick={(e) => e.preventDefault()}>
        {label}
        <span id={id} className="visually-hidden">
          {why}
        </span>
      </Button>
    </Tooltip>
  );
}
