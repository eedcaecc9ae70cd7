import { event, nullable, optional, text } from "../../kernel/api/index.ts";
import { deviceStatus } from "./contract.ts";

/** Sent to the user: the state of one of their device registrations. */
export const pushDeviceEvent = event("push_device", {
  push_account_id: text(),
  status: deviceStatus,
  error_code: optional(nullable(text())),
});
