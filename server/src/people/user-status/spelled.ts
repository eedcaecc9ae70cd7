import type { Dialect } from "../../kernel/api/index.ts";
import { spelled } from "../../text/emoji/dialect.ts";

interface MaybeWithEmoji {
  readonly emoji_name?: string | undefined;
  readonly emoji_code?: string | undefined;
  readonly reaction_type?: string | undefined;
}

/** Uses the client's name for the emoji, if there is one. */
export function spelledStatus<S extends MaybeWithEmoji>(status: S, dialect: Dialect): S {
  const { emoji_name, emoji_code, reaction_type } = status;
  if (emoji_name === undefined || emoji_code === undefined || reaction_type === undefined) return status;
  return { ...status, ...spelled({ emoji_name, emoji_code, reaction_type }, dialect) };
}
