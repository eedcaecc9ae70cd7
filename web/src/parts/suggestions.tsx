/** Suggestions below a field that keeps the focus: arrows move, Enter or Tab selects, Esc closes. */
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";

export interface Suggested<T> {
  readonly id: string;
  readonly item: T;
  readonly content: ReactNode;
}

interface SuggestionsOptions<T> {
  readonly items: readonly Suggested<T>[];
  readonly isOpen: boolean;
  readonly onPick: (item: T) => void;
  readonly onClose: () => void;
  /** Whether Tab selects, as in text; in a form it moves on. */
  readonly takesTab?: boolean;
}

export interface Suggesting<T> {
  readonly list: SuggestionListProps<T> | undefined;
  /** Returns whether the list handled the key. */
  readonly onKeyDown: (event: KeyboardEvent) => boolean;
  /** Props for the field. */
  readonly field: {
    readonly "aria-autocomplete": "list";
    readonly "aria-controls"?: string;
    readonly "aria-activedescendant"?: string;
  };
}

export function useSuggestions<T>({
  items,
  isOpen,
  onPick,
  onClose,
  takesTab = false,
}: SuggestionsOptions<T>): Suggesting<T> {
  const listId = useId();
  const key = items.map(({ id }) => id).join("\n");
  const [chosen, setChosen] = useState({ key, at: 0 });
  // A new list starts at its top.
  const at = chosen.key === key ? Math.min(chosen.at, items.length - 1) : 0;
  const isShown = isOpen && items.length > 0;
  const optionId = (index: number) => `${listId}-${index}`;
  const move = (by: number) => setChosen({ key, at: (at + by + items.length) % items.length });
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!isShown || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false;
    const picked = items[at];
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Escape") onClose();
    else if (picked && !event.shiftKey && (event.key === "Enter" || (takesTab && event.key === "Tab")))
      onPick(picked.item);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return {
    list: isShown ? { listId, items, at, optionId, onPick } : undefined,
    onKeyDown,
    field: {
      "aria-autocomplete": "list",
      ...(isShown ? { "aria-controls": listId, "aria-activedescendant": optionId(at) } : {}),
    },
  };
}

interface SuggestionListProps<T> {
  readonly listId: string;
  readonly items: readonly Suggested<T>[];
  readonly at: number;
  readonly optionId: (index: number) => string;
  readonly onPick: (item: T) => void;
}

export function SuggestionList<T>({ list, label }: { readonly list: SuggestionListProps<T>; readonly label: string }) {
  const { listId, items, at, optionId, onPick } = list;
  const chosen = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: keeps the selection in view.
  useEffect(() => {
    chosen.current?.scrollIntoView({ block: "nearest" });
  }, [at]);
  return (
    <div className="pop suggestions" role="listbox" id={listId} aria-label={label}>
      {items.map(({ id, item, content }, index) => (
        <div
          key={id}
          id={optionId(index)}
          ref={index === at ? chosen : undefined}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          className={index === at ? "opt on" : "opt"}
          // The field keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(item)}
          onKeyDown={() => {}}
        >
          {content}
        </div>
      ))}
    </div>
  );
}
