/** Sets the reader's status: an emoji, a text, or a preset. */
import type { State } from "@parley/client";
import { userStatus } from "@parley/server/contract";
import { type FormEvent, useRef, useState } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import { attempt } from "../actions/attempt.ts";
import { Glyph } from "../emoji/Glyph.tsx";
import type { Emoji } from "../emoji/names.ts";
import { Button, IconButton } from "../parts/buttons.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { later } from "../parts/later.tsx";
import { useOwnId } from "../state/people.ts";
import { useSession } from "../state/session.tsx";
import { useStore } from "../state/store.ts";
import { type TextKey, t } from "../text/text.ts";

const EmojiPicker = later(() => import("../emoji/EmojiPicker.tsx").then((loaded) => loaded.EmojiPicker));

const unicode = (name: string, code: string): Emoji => ({ name, code, type: "unicode_emoji" });

/** By their names on the server. */
const USUAL: readonly Emoji[] = [
  unicode("calendar", "1f4c5"),
  unicode("headphones", "1f3a7"),
  unicode("coffee", "2615"),
  unicode("fork_and_knife", "1f374"),
  unicode("house", "1f3e0"),
  unicode("office", "1f3e2"),
  unicode("bullet_train", "1f685"),
  unicode("airplane", "2708"),
  unicode("sick", "1f912"),
  unicode("palm_tree", "1f334"),
  unicode("baby", "1f476"),
];

const PRESETS: readonly { readonly text: TextKey; readonly emoji: string }[] = [
  { text: "status.meeting", emoji: "calendar" },
  { text: "status.focusing", emoji: "headphones" },
  { text: "status.lunch", emoji: "fork_and_knife" },
  { text: "status.commuting", emoji: "bullet_train" },
  { text: "status.remote", emoji: "house" },
  { text: "status.sick", emoji: "sick" },
  { text: "status.away", emoji: "palm_tree" },
];

type Status = State["statuses"] extends ReadonlyMap<number, infer S> ? S : never;

/** A status's emoji, with the image of a custom one. */
function emojiOfStatus(status: Status | undefined, { emoji }: State["markup"]): Emoji | undefined {
  if (!status?.emoji_name || !status.emoji_code) return undefined;
  const { emoji_name: name, emoji_code: code } = status;
  const imageUrl = status.reaction_type === "unicode_emoji" ? undefined : emoji[code]?.source_url;
  const type = (status.reaction_type ?? "unicode_emoji") as Emoji["type"];
  return { name, code, type, ...(imageUrl === undefined ? {} : { imageUrl }) };
}

const isSame = (one: Emoji | undefined, other: Emoji | undefined): boolean =>
  one?.code === other?.code && one?.type === other?.type;

export function StatusDialog({ onClose }: { readonly onClose: () => void }) {
  const { connection } = useSession();
  const ownId = useOwnId();
  const now = useStore((state) => state.statuses.get(ownId));
  const markup = useStore((state) => state.markup);
  const before = emojiOfStatus(now, markup);
  const [text, setText] = useState(now?.status_text ?? "");
  const [emoji, setEmoji] = useState(before);
  const isUnusual = emoji !== undefined && !USUAL.some((each) => isSame(each, emoji));
  const save = (words: string, chosen: Emoji | undefined) => {
    onClose();
    const changed = chosen
      ? { emoji_name: chosen.name, emoji_code: chosen.code, reaction_type: chosen.type }
      : { emoji_name: "" };
    void attempt(() =>
      connection.call(userStatus.updateOwnStatus, {
        status_text: words.trim(),
        // An emoji set elsewhere stays unless another is chosen.
        ...(isSame(chosen, before) ? {} : changed),
      }),
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save(text, emoji);
  };
  return (
    <Dialog title={t("status.title")} onClose={onClose}>
      <form className="status-form" onSubmit={submit}>
        <input
          className="field"
          autoFocus
          value={text}
          maxLength={userStatus.MAX_STATUS_LENGTH}
          placeholder={t("status.placeholder")}
          aria-label={t("status.words")}
          onChange={(event) => setText(event.target.value)}
        />
        <fieldset className="status-emojis">
          <legend className="sr">{t("status.emoji")}</legend>
          <EmojiChoice emoji={undefined} chosen={emoji} onChoose={setEmoji} />
          {isUnusual && <EmojiChoice emoji={emoji} chosen={emoji} onChoose={setEmoji} />}
          {USUAL.map((each) => (
            <EmojiChoice key={each.name} emoji={each} chosen={emoji} onChoose={setEmoji} />
          ))}
          <OtherEmoji onPick={setEmoji} />
        </fieldset>
        <div className="status-presets">
          {PRESETS.map((preset) => {
            const sign = USUAL.find(({ name }) => name === preset.emoji);
            return (
              <Button key={preset.text} onPress={() => save(t(preset.text), sign)}>
                {sign && <Glyph emoji={sign} />}
                {t(preset.text)}
              </Button>
            );
          })}
        </div>
        <div className="dialog-acts">
          <Button onPress={() => save("", undefined)}>{t("status.clear")}</Button>
          <Button kind="primary" type="submit">
            {t("status.save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface EmojiChoiceProps {
  /** Undefined for none. */
  readonly emoji: Emoji | undefined;
  readonly chosen: Emoji | undefined;
  readonly onChoose: (emoji: Emoji | undefined) => void;
}

function EmojiChoice({ emoji, chosen, onChoose }: EmojiChoiceProps) {
  return (
    <label className="status-choice">
      <input
        className="sr"
        type="radio"
        name="status-emoji"
        checked={isSame(chosen, emoji)}
        aria-label={emoji ? emoji.name.replaceAll("_", " ") : t("status.noEmoji")}
        onChange={() => onChoose(emoji)}
      />
      <span aria-hidden="true">{emoji ? <Glyph emoji={emoji} /> : "–"}</span>
    </label>
  );
}

/** Any other emoji, from the picker. */
function OtherEmoji({ onPick }: { readonly onPick: (emoji: Emoji) => void }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <IconButton
        icon="smile"
        label={t("status.otherEmoji")}
        ref={button}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPress={() => setOpen(true)}
      />
      <Popover
        className="pop emoji-pop"
        placement="bottom start"
        offset={4}
        triggerRef={button}
        isOpen={isOpen}
        onOpenChange={setOpen}
      >
        <AriaDialog className="emoji-dialog" aria-label={t("emoji.picker")}>
          <EmojiPicker onPick={onPick} onClose={() => setOpen(false)} />
        </AriaDialog>
      </Popover>
    </>
  );
}
