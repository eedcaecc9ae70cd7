/** A segmented control: one of a few choices, in a row. */
import type { KeyboardEvent } from "react";

export interface SegmentsProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
}

export function Segments<T extends string>({ label, value, options, onChange }: SegmentsProps<T>) {
  const chosen = Math.max(
    0,
    options.findIndex((option) => option.value === value),
  );
  // As radio buttons do: arrows choose, and Tab leaves.
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = stepOf(event);
    const next = (chosen + step + options.length) % options.length;
    if (step === 0 || options[next] === undefined) return;
    event.preventDefault();
    onChange(options[next].value);
    (event.currentTarget.children[next] as HTMLElement).focus();
  };
  return (
    <div role="radiogroup" className="seg" aria-label={label} onKeyDown={onKeyDown}>
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a radio input cannot contain its label's box.
        <button
          key={option.value}
          type="button"
          role="radio"
          className="seg-option"
          aria-checked={option.value === value}
          tabIndex={index === chosen ? 0 : -1}
          onClick={() => option.value !== value && onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}

function stepOf({ key, currentTarget }: KeyboardEvent<HTMLElement>): number {
  const forward = getComputedStyle(currentTarget).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
  if (key === "ArrowDown" || key === forward) return 1;
  return ["ArrowUp", "ArrowLeft", "ArrowRight"].includes(key) ? -1 : 0;
}
