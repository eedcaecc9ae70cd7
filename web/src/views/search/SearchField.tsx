/** The search field: existing terms as chips, and the typed text. */
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { narrowAddress } from "../../address/address.ts";
import { conditionsOf, type NarrowTerm } from "../../address/narrow.ts";
import { openToVisitors } from "../../address/visiting.ts";
import { perform } from "../../keyboard/useCommand.ts";
import { IconButton } from "../../parts/buttons.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { SuggestionList, useSuggestions } from "../../parts/suggestions.tsx";
import { termsIn } from "../../search-language/chips.ts";
import { type Suggestion, suggestions } from "../../search-language/suggestions.ts";
import { useGo } from "../../state/place.ts";
import { useSession } from "../../state/session.tsx";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { noteSearch } from "./recent.ts";
import { say, sayTerm, sayTerms } from "./say.ts";
import { useSearchContext } from "./useSearchContext.ts";
import "./search.css";

interface SearchFieldProps {
  readonly terms: readonly NarrowTerm[];
  /** Opened for typing; otherwise it shows the current search. */
  readonly isActive: boolean;
  /** Closes what holds the field; by default, Esc is pressed. */
  readonly onClose?: () => void;
}

/** The combined feed's own filter is not part of a search. */
const isMeant = ({ operator, operand }: NarrowTerm): boolean => !(operator === "in" && operand === "home");
const isWords = ({ operator }: NarrowTerm): boolean => operator === "search";

export function SearchField({ terms, isActive, onClose }: SearchFieldProps) {
  const { store, isVisitor } = useSession();
  const go = useGo();
  const state = useStore((each) => each);
  const asked = conditionsOf(terms).filter(isMeant);
  const [chips, setChips] = useState(asked.filter((term) => !isWords(term)));
  const [typed, setTyped] = useState(
    asked
      .filter(isWords)
      .map(({ operand }) => `${operand}`)
      .join(" "),
  );
  const [isOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isActive) return;
    input.current?.focus();
    input.current?.select();
  }, [isActive]);
  const context = useSearchContext(chips, isOpen);

  const run = (wanted: readonly NarrowTerm[]) => {
    if (wanted.length === 0) return;
    noteSearch(wanted);
    onClose?.();
    go(narrowAddress(isVisitor ? openToVisitors(wanted) : wanted));
  };
  /** Typed operators become terms. */
  const whole = (): NarrowTerm[] => [...chips, ...termsIn(typed, store.state)];
  const take = (suggestion: Suggestion) => {
    if (suggestion.type === "recent") return run(suggestion.terms);
    if (suggestion.type === "operator") return setTyped(`${suggestion.operator}:`);
    setChips([...chips, suggestion.term]);
    setTyped("");
    return undefined;
  };
  // Enter runs the typed text; arrow keys enter the list.
  const typedItem = { type: "typed" as const };
  const items = [
    ...(typed.trim() === "" && chips.length === 0 ? [] : [typedItem]),
    ...(isOpen ? suggestions(typed, context) : []),
  ];
  const suggesting = useSuggestions<Suggestion | typeof typedItem>({
    isOpen,
    onPick: (item) => {
      if (item.type === "typed") run(whole());
      else take(item);
    },
    onClose: () => setOpen(false),
    items: items.map((item) => ({
      id: JSON.stringify(item),
      item,
      content:
        item.type === "typed" ? (
          <>
            <Icon name="search" />
            <span className="trunc">{sayTerms(whole(), state) || t("search.run")}</span>
          </>
        ) : (
          <>
            <Icon name={item.type === "recent" ? "recent" : "plus"} />
            <span className="trunc">{item.type === "recent" ? sayTerms(item.terms, state) : say(item.described)}</span>
          </>
        ),
    })),
  });
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { selectionStart, selectionEnd } = event.currentTarget;
    if (event.key === "Backspace" && selectionStart === 0 && selectionEnd === 0 && chips.length > 0) {
      event.preventDefault();
      return setChips(chips.slice(0, -1));
    }
    if (suggesting.onKeyDown(event)) return undefined;
    if (event.key === "Enter" && !event.nativeEvent.isComposing) return run(whole());
    if (event.key === "ArrowDown") setOpen(true);
    return undefined;
  };
  return (
    <search className="search-field">
      <div className="search-box">
        <Icon name="search" />
        {chips.map((term, index) => (
          <button
            key={JSON.stringify(term)}
            type="button"
            className="search-chip"
            aria-label={t("search.removeChip", { chip: sayTerm(term, state) })}
            onClick={() => {
              setChips(chips.toSpliced(index, 1));
              input.current?.focus();
            }}
          >
            <span className="trunc" dir="auto">
              {sayTerm(term, state)}
            </span>
            <Icon name="close" size="s" />
          </button>
        ))}
        <input
          ref={input}
          className="plain-field"
          type="text"
          role="combobox"
          aria-label={t("search.field")}
          aria-expanded={suggesting.list !== undefined}
          placeholder={chips.length === 0 ? t("search.placeholder") : ""}
          dir="auto"
          autoComplete="off"
          value={typed}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onChange={({ target }) => {
            setTyped(target.value);
            setOpen(true);
          }}
          onKeyDown={onKeyDown}
          {...suggesting.field}
        />
        {isActive && (
          <IconButton size="s" icon="close" label={t("search.close")} onPress={onClose ?? (() => perform("escape"))} />
        )}
      </div>
      {suggesting.list && <SuggestionList list={suggesting.list} label={t("search.suggestions")} />}
    </search>
  );
}
