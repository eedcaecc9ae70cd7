import type { State } from "@parley/client";
import { extraPicture } from "../emoji/extra-emoji.ts";
import { useStore } from "../state/store.ts";

type Status = State["statuses"] extends ReadonlyMap<number, infer S> ? S : never;

/** A status's emoji, beside a name or the status text. */
export function StatusEmoji({ status }: { readonly status: Status | undefined }) {
  const custom = useStore((state) => state.markup.emoji[status?.emoji_code ?? ""]?.source_url);
  if (!status?.emoji_code) return null;
  const label = status.emoji_name?.replaceAll("_", " ") ?? "";
  const picture = extraPicture(status.reaction_type, status.emoji_code) ?? custom;
  if (status.reaction_type !== "unicode_emoji")
    return picture === undefined ? null : <img className="status-emoji" src={picture} alt={label} />;
  return (
    <span className="status-emoji" role="img" aria-label={label}>
      {emojiOf(status.emoji_code)}
    </span>
  );
}

/** The characters of a code such as "1f3e0" or "1f9d1-200d-1f4bc". */
const emojiOf = (code: string): string =>
  String.fromCodePoint(...code.split("-").map((part) => Number.parseInt(part, 16)));
