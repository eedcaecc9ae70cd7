import { event, oneOf } from "../../kernel/api/index.ts";
import { importObject } from "./contract.ts";

/**
 * Sent to all owners. `update`: an import has a new state, or has come further. `taken`: people, channels or messages are there
 * that no event announces; everyone's queues end with it.
 */
export const importEvent = event("realm_import", { op: oneOf("update", "taken"), import: importObject });
