/**
 * Channels have no address for mail. Clients from before servers stopped sending one with each subscription fail without
 * it when they show a channel (the terminal client does); they are those that do not know the settings object.
 */
import type { ClientProfile } from "../kernel/api/index.ts";

export function withAddresses<S extends object>(
  subscriptions: readonly S[],
  { dialect, capabilities }: ClientProfile,
): readonly (S & { email_address?: string })[] {
  if (dialect === "neutral" || capabilities.user_settings_object) return subscriptions;
  return subscriptions.map((each) => ({ ...each, email_address: "" }));
}
