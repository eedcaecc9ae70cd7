import { event, oneOf } from "../../kernel/api/index.ts";
import { customEmojiState } from "./contract.ts";

/** Sent to everyone: all emoji of the organization as they are now. */
export const customEmojiEvent = event("realm_emoji", { op: oneOf("update"), ...customEmojiState });
