import { sharedSnapshotPart, snapshotPart } from "../../kernel/feature.ts";
import { integrationsState } from "./contract.ts";
import offered from "./offered.json" with { type: "json" };

/** It changes only with the server: no event is needed. */
export const integrationsSnapshot = sharedSnapshotPart(
  snapshotPart(
    "realm_incoming_webhook_bots",
    integrationsState,
    async () => ({ realm_incoming_webhook_bots: offered }),
    async () => ({ realm_incoming_webhook_bots: [] }),
  ),
  { keyOf: () => "", changedBy: { events: [] } },
);
