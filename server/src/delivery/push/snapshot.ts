import { openSnapshotPart } from "../../kernel/feature.ts";
import { pushDevicesState } from "./contract.ts";
import { statusOf } from "./devices.ts";
import { devicesOf } from "./store.ts";

export const pushDevicesSnapshot = openSnapshotPart("push_device", pushDevicesState, async ({ db, user }) => {
  const devices = await devicesOf(db, user.id);
  const entries = devices.map((device) => [
    device.push_account_id,
    { status: statusOf(device), error_code: device.error_code },
  ]);
  return { push_devices: Object.fromEntries(entries) };
});
