/** The palette's field and options. The field keeps the focus and names the active option. */
import { type KeyboardEvent, useId, useState } from "react";
import { type Address, narrowAddress } from "../address/address.ts";
import { channelOf, conversationOf } from "../address/narrow.ts";
import { openToVisitors } from "../address/visiting.ts";
import { compose } from "../composer/intents.ts";
import { perform } from "../keyboard/useCommand.ts";
import { Icon } from "../parts/Icon.tsx";
import { paletteQuery } from "../ranking/palette.ts";
import { termsIn } from "../search-language/chips.ts";
import { useGo } from "../state/place.ts";
import { useSession } from "../state/session.tsx";
import { t } from "../text/text.ts";
import { Option } from "./Option.tsx";
import type { PaletteOption } from "./options.ts";
import { usePaletteSections } from "./usePaletteSections.ts";
import "./palette.css";

interface PaletteFieldProps {
  readonly address: Address;
  readonly onClose: () => void;
  /** As a screen of its own, without key hints. */
  readonly isAlone?: boolean;
}

export function PaletteField({ address, onClose, isAlone = false }: PaletteFieldProps) {
  const session = useSession();
  const go = useGo();
  const id = useId();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const sections = usePaletteSections(typed, address);
  const options = sections.flatMap((section) => section.options);
  const active = options[Math.min(at, options.length - 1)];
  const search = (words: string) => {
    onClose();
    // Operators work here as in the search field.
    const terms = termsIn(words, session.store.state);
    if (terms.length > 0) go(narrowAddress(session.isVisitor ? openToVisitors(terms) : terms));
  };
  const open = (option: PaletteOption) => {
    if (option.type === "search") return search(option.words);
    onClose();
    if (option.type === "place") go(option.address);
    // The field must be gone first, or it would keep the focus.
    else setTimeout(() => perform(option.command));
    return undefined;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0)
      setAt((Math.min(at, options.length - 1) + step + options.length) % options.length);
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) search(paletteQuery(typed).text);
    else if (event.key === "Enter" && event.altKey && active?.type === "place" && !session.isVisitor) {
      onClose();
      writeAt(active.address, go);
    } else if (event.key === "Enter" && active && !event.nativeEvent.isComposing) open(active);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <div className="pal-in">
        <Icon name="search" />
        <input
          // biome-ignore lint/a11y/noAutofocus: the palette consists of this field.
          autoFocus
          role="combobox"
          aria-label={t("palette.label")}
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          {...(active ? { "aria-activedescendant": `${id}-${active.id}` } : {})}
          autoComplete="off"
          spellCheck={false}
          placeholder={t("palette.placeholder")}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
        {!isAlone && <kbd>Esc</kbd>}
      </div>
      <div className="pal-list" role="listbox" id={`${id}-list`} aria-label={t("palette.results")}>
        {sections.map(({ name, options: own }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options is not a fieldset.
          <div key={name} role="group" aria-label={t(`palette.${name}`)}>
            <div className="pal-h" aria-hidden="true">
              {t(`palette.${name}`)}
            </div>
            {own.map((option) => (
              <Option
                key={option.id}
                id={`${id}-${option.id}`}
                option={option}
                typed={paletteQuery(typed).text}
                isActive={option === active}
                onChoose={() => open(option)}
              />
            ))}
          </div>
        ))}
      </div>
      {options.length === 0 && typed !== "" && <p className="pal-none quiet">{t("palette.nothing")}</p>}
      {!isAlone && <Hints />}
      <div className="sr" role="status">
        {typed === "" ? "" : t("palette.found", { count: options.length })}
      </div>
    </>
  );
}

/** Opens the composer there; where the reader cannot post, only opens the view. */
function writeAt(address: Address, go: (address: Address) => void): void {
  go(address);
  if (address.kind !== "narrow") return;
  const conversation = conversationOf(address.terms);
  const channelId = channelOf(address.terms);
  // The view with the composer must render first.
  setTimeout(() => {
    if (conversation?.type === "direct") compose({ to: "direct", userIds: conversation.userIds });
    else if (conversation) compose({ to: "channel", channelId: conversation.channelId, topic: conversation.topic });
    else if (channelId !== undefined) compose({ to: "channel", channelId });
  });
}

function Hints() {
  return (
    <div className="pal-f" aria-hidden="true">
      <span>
        <kbd>↑</kbd>
        <kbd>↓</kbd> {t("palette.choose")}
      </span>
      <span>
        <kbd>Enter</kbd> {t("palette.open")}
      </span>
      <span>
        <kbd>&gt;</kbd> {t("palette.actions")}
      </span>
    </div>
  );
}
