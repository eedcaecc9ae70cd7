/** The emoji picker: the field keeps the focus, arrows move, Enter selects, Shift+Enter selects and keeps it open. */
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { t } from "../text/text.ts";
import { noteUsed, useFrequent } from "./frequent.ts";
import { Glyph } from "./Glyph.tsx";
import { type Emoji, useEmoji } from "./names.ts";
import type { PickedEmoji } from "./open-picker.ts";
import { CATEGORIES, foundSection, type PickerStep, type Section, sectionsOf, stepped } from "./sections.ts";
import { chooseTone, TONES, type Tone, tonedCharacters, useTone } from "./tones.ts";
import "./texts.ts";
import "./emoji.css";

interface EmojiPickerProps {
  /** Whether a skin tone can be chosen. */
  readonly withTones?: boolean;
  readonly onPick: (emoji: PickedEmoji) => void;
  readonly onClose: () => void;
}

const COLUMNS = 9;
const FREQUENT = 2 * COLUMNS;
const STEPS: Readonly<Record<string, PickerStep>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

export function EmojiPicker({ withTones = false, onPick, onClose }: EmojiPickerProps) {
  const id = useId();
  const chosenTone = useTone();
  const tone = withTones ? chosenTone : "";
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const emoji = useEmoji(true);
  const used = useFrequent(FREQUENT);
  // Frequent emoji keep their places while the picker is open.
  const [frequent] = useState(used);
  const sections = typed.trim() === "" ? sectionsOf(emoji, frequent) : foundSection(typed, emoji, frequent);
  const all = sections.flatMap((section) => section.emoji);
  const current = all[Math.min(at, all.length - 1)];
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: keeps the selection in view.
  useEffect(() => {
    // Newer browsers return a promise, which an effect must not return.
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [at]);

  const pick = (picked: Emoji, stays: boolean) => {
    noteUsed(picked.name);
    const toned = picked.type === "unicode_emoji" ? tonedCharacters(picked.code, tone) : undefined;
    const tell = () => onPick(toned === undefined ? picked : { ...picked, toned });
    if (stays) return tell();
    onClose();
    // Once the picker is gone and no longer keeps the focus, so that the text can have it.
    setTimeout(tell);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = STEPS[event.key];
    if (step !== undefined)
      setAt(
        stepped(
          sections.map((section) => section.emoji.length),
          COLUMNS,
          Math.min(at, all.length - 1),
          step,
        ),
      );
    else if (event.key === "Enter" && current) pick(current, event.shiftKey);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="emoji-picker">
      <input
        className="field"
        type="search"
        role="combobox"
        aria-label={t("emojiPicker.search")}
        placeholder={t("emojiPicker.search")}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        {...(current ? { "aria-activedescendant": `${id}-${Math.min(at, all.length - 1)}` } : {})}
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: the picker is opened to search.
        autoFocus
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      {typed.trim() === "" && <Categories list={list} sections={sections} />}
      <div className="emoji-list" id={`${id}-list`} role="listbox" aria-label={t("emoji.picker")} ref={list}>
        {sections.map((section, index) => (
          <PickerSection
            key={section.name}
            id={id}
            section={section}
            first={sections.slice(0, index).reduce((sum, each) => sum + each.emoji.length, 0)}
            at={Math.min(at, all.length - 1)}
            tone={tone}
            onPick={pick}
          />
        ))}
      </div>
      {all.length === 0 && typed !== "" && <p className="quiet">{t("emojiPicker.none")}</p>}
      <p className="emoji-foot">
        <span className="trunc">{current && `:${current.name}:`}</span>
        <span className="quiet">{t("emojiPicker.hint")}</span>
      </p>
      {withTones && <Tones chosen={tone} />}
    </div>
  );
}

const HAND = "270b";
const TONE_NAMES = [
  "emojiPicker.noTone",
  "emojiPicker.lightTone",
  "emojiPicker.mediumLightTone",
  "emojiPicker.mediumTone",
  "emojiPicker.mediumDarkTone",
  "emojiPicker.darkTone",
] as const;

/** The skin tone of hands and people, kept for the next time. */
function Tones({ chosen }: { readonly chosen: Tone }) {
  const name = useId();
  return (
    <fieldset className="emoji-tones">
      <legend className="sr">{t("emojiPicker.tones")}</legend>
      {TONES.map((tone, at) => (
        <label key={tone} className={tone === chosen ? "on" : ""}>
          <input
            type="radio"
            className="sr"
            name={name}
            aria-label={t(TONE_NAMES[at] ?? "emojiPicker.noTone")}
            checked={tone === chosen}
            onChange={() => chooseTone(tone)}
          />
          <Glyph emoji={{ name: "hand", code: HAND, type: "unicode_emoji" }} tone={tone} />
        </label>
      ))}
    </fieldset>
  );
}

interface PickerSectionProps {
  readonly id: string;
  readonly section: Section;
  /** The index of its first emoji among all. */
  readonly first: number;
  readonly at: number;
  readonly tone: Tone;
  readonly onPick: (emoji: Emoji, stays: boolean) => void;
}

function PickerSection({ id, section: { name, emoji }, first, at, tone, onPick }: PickerSectionProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: list box options are grouped this way.
    <div role="group" aria-label={t(`emojiPicker.${name}`)} data-section={name} className="emoji-section">
      <div className="emoji-name" aria-hidden="true">
        {t(`emojiPicker.${name}`)}
      </div>
      <div className="emoji-grid" role="presentation">
        {emoji.map((each, index) => (
          <div
            key={`${each.type} ${each.code}`}
            id={`${id}-${first + index}`}
            className={first + index === at ? "emoji-cell on" : "emoji-cell"}
            role="option"
            tabIndex={-1}
            aria-label={each.name}
            aria-selected={first + index === at}
            title={`:${each.name}:`}
            // The field keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={({ shiftKey }) => onPick(each, shiftKey)}
            onKeyDown={() => {}}
          >
            <Glyph emoji={each} tone={tone} />
          </div>
        ))}
      </div>
    </div>
  );
}

interface CategoriesProps {
  readonly list: RefObject<HTMLDivElement | null>;
  readonly sections: readonly Section[];
}

/** One tab per category, which scrolls to it. */
function Categories({ list, sections }: CategoriesProps) {
  const show = (name: string) =>
    list.current?.querySelector(`[data-section="${name}"]`)?.scrollIntoView({ block: "start" });
  return (
    <div className="emoji-tabs">
      {CATEGORIES.map((name) => {
        const first = sections.find((section) => section.name === name)?.emoji[0];
        return first ? (
          <button
            key={name}
            type="button"
            aria-label={t(`emojiPicker.${name}`)}
            title={t(`emojiPicker.${name}`)}
            onClick={() => show(name)}
          >
            <Glyph emoji={first} />
          </button>
        ) : null;
      })}
    </div>
  );
}
