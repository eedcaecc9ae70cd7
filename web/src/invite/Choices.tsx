/** Boxes to tick, one for each channel or group on offer. */
interface ChoicesProps {
  readonly title: string;
  readonly offered: readonly { readonly id: number; readonly name: string }[];
  readonly chosen: ReadonlySet<number>;
  readonly onChange: (chosen: ReadonlySet<number>) => void;
}

export function Choices({ title, offered, chosen, onChange }: ChoicesProps) {
  if (offered.length === 0) return null;
  const set = (id: number, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    onChange(next);
  };
  return (
    <fieldset className="invite-channels">
      <legend>{title}</legend>
      {offered.map(({ id, name }) => (
        <label key={id}>
          <input type="checkbox" checked={chosen.has(id)} onChange={({ target }) => set(id, target.checked)} />
          <span className="trunc" dir="auto">
            {name}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
