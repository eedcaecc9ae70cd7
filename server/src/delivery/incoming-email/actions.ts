import { type Channel, changeChannel } from "../../channels/store.ts";
import { record } from "../../kernel/audit/record.ts";
import type { WriteContext } from "../../kernel/context.ts";

/** Nobody is told: clients ask for the address when they show it. Also for an archived channel, which may be opened again. */
export async function replaceAddresses(ctx: WriteContext, { id, email_address_version }: Channel): Promise<void> {
  await changeChannel(ctx.db, id, { email_address_version: email_address_version + 1 });
  record(ctx, "channel_email_addresses_replaced", { channel: id });
}
