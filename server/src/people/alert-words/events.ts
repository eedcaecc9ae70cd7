import { event } from "../../kernel/api/index.ts";
import { alertWordsState } from "./contract.ts";

/** Sent to the user, with all of their words. */
export const alertWordsEvent = event("alert_words", alertWordsState);
