/** Every emoji by name: Unicode's, which the server lists in a file, and custom ones. */
import type { State } from "@parley/client";
import { useEffect, useState } from "react";
import { realmField } from "../state/settings.ts";
import { useStore } from "../state/store.ts";

export interface Emoji {
  readonly name: string;
  /** Code points in hexadecimal, the id of a custom emoji, or the name of an extra one. */
  readonly code: string;
  readonly type: "unicode_emoji" | "realm_emoji" | "chat_extra_emoji";
  /** The image of a custom emoji. */
  readonly imageUrl?: string;
}

let loaded: { readonly url: string; readonly emoji: Promise<readonly Emoji[]> } | undefined;

function unicodeEmoji(url: string): Promise<readonly Emoji[]> {
  if (loaded?.url === url) return loaded.emoji;
  const emoji = fetch(url)
    .then((response) => response.json() as Promise<{ code_to_names: Record<string, readonly string[]> }>)
    .then(({ code_to_names }) =>
      Object.entries(code_to_names).flatMap(([code, names]) =>
        names.map((name): Emoji => ({ name, code, type: "unicode_emoji" })),
      ),
    );
  loaded = { url, emoji };
  // A failed request is retried.
  emoji.catch(() => {
    loaded = undefined;
  });
  return emoji;
}

const customEmoji = ({ markup }: Pick<State, "markup">): Emoji[] =>
  Object.values(markup.emoji)
    .filter(({ deactivated }) => !deactivated)
    .map(({ id, name, source_url }) => ({ name, code: id, type: "realm_emoji" as const, imageUrl: source_url }));

/** Custom emoji come first: they override others with the same name. */
export function useEmoji(isWanted: boolean): readonly Emoji[] {
  const url = useStore((state) => realmField(state, "server_emoji_data_url"));
  const markup = useStore((state) => state.markup);
  const [unicode, setUnicode] = useState<readonly Emoji[]>([]);
  useEffect(() => {
    if (!isWanted) return;
    let isHere = true;
    const { pathname, search } = new URL(url, location.origin);
    unicodeEmoji(pathname + search).then(
      (emoji) => isHere && setUnicode(emoji),
      () => {},
    );
    return () => {
      isHere = false;
    };
  }, [isWanted, url]);
  if (!isWanted) return [];
  const own = customEmoji({ markup });
  const taken = new Set(own.map(({ name }) => name));
  return [...own, ...unicode.filter(({ name }) => !taken.has(name))];
}
