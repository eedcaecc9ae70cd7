import { reportMessage } from "../../src/messages/reports/contract.ts";
import { updateRealm } from "../../src/organization/realms/contract.ts";
import type { Story } from "../scene.ts";

export const reportExamples: Story = async ({ shows, olivia, chiara, channels, messages }) => {
  await olivia.call(updateRealm, { moderation_request_channel_id: channels.contracts });
  const description = "The print run is not for guests to know.";
  await shows(reportMessage, chiara, { message_id: messages.party, report_type: "norms", description });
};
