import { event } from "../../kernel/api/index.ts";
import { playgroundsState } from "./contract.ts";

/** Sent to everyone, with all playgrounds. */
export const playgroundsEvent = event("realm_playgrounds", playgroundsState);
