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
  // Arrows choose, and Tab leaves. Beside a row, ↑ and ↓ belong to the list below it.
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

function stepOf({ key, altKey, ctrlKey, metaKey, shiftKey, currentTarget }: KeyboardEvent<HTMLElement>): number {
  if (altKey || ctrlKey || metaKey || shiftKey) return 0;
  if (key === "ArrowDown" || key === "ArrowUp") return isStacked(currentTarget) ? (key === "ArrowDown" ? 1 : -1) : 0;
  if (key !== "ArrowLeft" && key !== "ArrowRight") return 0;
  const forward = getComputedStyle(currentTarget).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
  return key === forward ? 1 : -1;
}

/** In a narrow column, the choices are below each other. */
function isStacked({ children: [first, second] }: HTMLElement): boolean {
  return (
    first !== undefined &&
    second !== undefined &&
    second.getBoundingClientRect().top > first.getBoundingClientRect().top
  );
}
