/** What one is doing just now: an emoji, a few words, or one of the usual ones. */

import { userStatus } from "@parley/server/contract";
import { type FormEvent, useState } from "react";
import { attempt } from "../actions/attempt.ts";
import { Button } from "../parts/buttons.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { useOwnId } from "../state/people.ts";
import { useSession } from "../state/session.tsx";
import { useStore } from "../state/store.ts";
import { type TextKey, t } from "../text/text.ts";
import { emojiOf } from "./StatusEmoji.tsx";

interface Emoji {
  readonly name: string;
  readonly code: string;
}

/** By the names that the server knows them under. */
const EMOJI: readonly Emoji[] = [
  { name: "calendar", code: "1f4c5" },
  { name: "headphones", code: "1f3a7" },
  { name: "coffee", code: "2615" },
  { name: "fork_and_knife", code: "1f374" },
  { name: "house", code: "1f3e0" },
  { name: "office", code: "1f3e2" },
  { name: "bullet_train", code: "1f685" },
  { name: "airplane", code: "2708" },
  { name: "sick", code: "1f912" },
  { name: "palm_tree", code: "1f334" },
  { name: "baby", code: "1f476" },
  { name: "no_entry", code: "26d4" },
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

const NO_EMOJI = "";

export function StatusDialog({ onClose }: { readonly onClose: () => void }) {
  const { connection } = useSession();
  const ownId = useOwnId();
  const now = useStore((state) => state.statuses.get(ownId));
  const [text, setText] = useState(now?.status_text ?? "");
  const [emoji, setEmoji] = useState(now?.emoji_name ?? NO_EMOJI);
  const isChosenElsewhere = emoji !== NO_EMOJI && !EMOJI.some(({ name }) => name === emoji);
  const save = (words: string, name: string) => {
    onClose();
    void attempt(() =>
      connection.call(userStatus.updateOwnStatus, {
        status_text: words.trim(),
        // One that was set elsewhere stays as it is, unless another is chosen.
        ...(name === now?.emoji_name ? {} : { emoji_name: name }),
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
          <EmojiChoice name={NO_EMOJI} sign="–" label={t("status.noEmoji")} chosen={emoji} onChoose={setEmoji} />
          {isChosenElsewhere && now?.emoji_code && now.reaction_type === "unicode_emoji" && (
            <EmojiChoice name={emoji} sign={emojiOf(now.emoji_code)} label={emoji} chosen={emoji} onChoose={setEmoji} />
          )}
          {EMOJI.map(({ name, code }) => (
            <EmojiChoice
              key={name}
              name={name}
              sign={emojiOf(code)}
              label={name.replaceAll("_", " ")}
              chosen={emoji}
              onChoose={setEmoji}
            />
          ))}
        </fieldset>
        <div className="status-presets">
          {PRESETS.map((preset) => (
            <Button key={preset.text} onPress={() => save(t(preset.text), preset.emoji)}>
              <span aria-hidden="true">{emojiOf(EMOJI.find(({ name }) => name === preset.emoji)?.code ?? "20")}</span>
              {t(preset.text)}
            </Button>
          ))}
        </div>
        <div className="dialog-acts">
          <Button onPress={() => save("", NO_EMOJI)}>{t("status.clear")}</Button>
          <Button kind="primary" type="submit">
            {t("status.save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface EmojiChoiceProps {
  readonly name: string;
  readonly sign: string;
  readonly label: string;
  readonly chosen: string;
  readonly onChoose: (name: string) => void;
}

function EmojiChoice({ name, sign, label, chosen, onChoose }: EmojiChoiceProps) {
  return (
    <label className="status-choice">
      <input
        className="sr"
        type="radio"
        name="status-emoji"
        checked={chosen === name}
        aria-label={label}
        onChange={() => onChoose(name)}
      />
      <span aria-hidden="true">{sign}</span>
    </label>
  );
}
