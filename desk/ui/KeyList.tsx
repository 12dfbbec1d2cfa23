import css from "./KeyList.module.css";

interface KeyListProps {
  shortcuts: readonly { keys: string; label: string }[];
}

export function KeyList({ shortcuts }: KeyListProps) {
  return (
    <dl className={css.list}>
      {shortcuts.map(({ keys, label }) => (
        <div key={keys}>
          <dt>
            <kbd>{keys}</kbd>
          </dt>
          <dd>{label}</dd>
        </div>
      ))}
    </dl>
  );
}
