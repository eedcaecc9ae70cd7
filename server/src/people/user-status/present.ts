import type { Dialect, ShapeOf } from "../../kernel/api/index.ts";
import type { statusFields } from "./contract.ts";
import { spelledStatus } from "./spelled.ts";
import type { Status } from "./store.ts";

/** Includes only the fields that are set. */
export function presentStatus(
  { status_text, emoji_name, emoji_code, reaction_type }: Status,
  { away, dialect }: { away: boolean; dialect: Dialect },
): ShapeOf<typeof statusFields> {
  return {
    ...(away ? { away } : {}),
    ...(status_text === "" ? {} : { status_text }),
    ...(emoji_name === "" ? {} : spelledStatus({ emoji_name, emoji_code, reaction_type }, dialect)),
  };
}
