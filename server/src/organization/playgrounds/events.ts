import { event } from "../../kernel/api/index.ts";
import { playgroundsState } from "./contract.ts";

/** Sent to everyone: all playgrounds as they are now. */
export const playgroundsEvent = event("realm_playgrounds", playgroundsState);
