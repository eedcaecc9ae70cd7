import { type EventBody, event } from "../../kernel/api/index.ts";
import { linkifiersState } from "./contract.ts";

/** Sent to everyone whose client understands URL templates: all linkifiers in their order. */
export const linkifiersEvent = event("realm_linkifiers", linkifiersState, {
  shape: (body, { capabilities }): EventBody[] => (capabilities.linkifier_url_template ? [body] : []),
});
