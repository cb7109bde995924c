import classes from './blocks.module.css';

/** A body as it is sent or was received. */
export const Json = ({ of, label }: Readonly<{ of: unknown; label: string }>) => (
  <pre className={classes.json} tabIndex={0} aria-label={label} role="region">
    {JSON.stringify(of, null, 2)}
  </pre>
);
