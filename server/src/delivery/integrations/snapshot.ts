import { sharedSnapshotPart, snapshotPart } from "../../kernel/feature.ts";
import { integrationsState } from "./contract.ts";

/** Loaded with the first registration. */
const offered = async () => (await import("./offered.json", { with: { type: "json" } })).default;

/** It changes only with the server: no event is needed. */
export const integrationsSnapshot = sharedSnapshotPart(
  snapshotPart(
    "realm_incoming_webhook_bots",
    integrationsState,
    async () => ({ realm_incoming_webhook_bots: await offered() }),
    async () => ({ realm_incoming_webhook_bots: [] }),
  ),
  { keyOf: () => "", changedBy: { events: [] } },
);
