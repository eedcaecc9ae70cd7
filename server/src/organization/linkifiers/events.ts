import { type EventBody, event } from "../../kernel/api/index.ts";
import { linkifiersState } from "./contract.ts";

/** Sent to clients that support URL templates, with all linkifiers in order. */
export const linkifiersEvent = event("realm_linkifiers", linkifiersState, {
  shape: (body, { capabilities }): EventBody[] => (capabilities.linkifier_url_template ? [body] : []),
});
