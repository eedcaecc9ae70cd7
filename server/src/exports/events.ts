import { bool, event, list, userId } from "../kernel/api/index.ts";
import { exportObject } from "./contract.ts";

/** Sent to all human administrators when an export is requested, finished, failed or deleted: all exports. */
export const exportsEvent = event("realm_export", { exports: list(exportObject) });

/** Sent to all human administrators. */
export const exportConsentEvent = event("realm_export_consent", { user_id: userId, consented: bool() });
