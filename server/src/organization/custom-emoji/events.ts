import { event, oneOf } from "../../kernel/api/index.ts";
import { customEmojiState } from "./contract.ts";

/** Sent to everyone, with all custom emoji. */
export const customEmojiEvent = event("realm_emoji", { op: oneOf("update"), ...customEmojiState });
