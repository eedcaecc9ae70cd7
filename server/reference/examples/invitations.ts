import * as invites from "../../src/joining/invites/contract.ts";
import { testWelcomeMessage } from "../../src/joining/welcome/contract.ts";
import type { Story } from "../scene.ts";

export const invitationExamples: Story = async ({ shows, ada, channels }) => {
  const stream_ids = [channels.general, channels.design];
  await shows(invites.sendInvites, ada, { invitee_emails: "mara@example.com, noor@example.com", stream_ids });
  await shows(invites.createInviteLink, ada, { invite_expires_in_minutes: 10080, invite_as: 600, stream_ids });
  const { invites: open } = await shows(invites.getInvites, ada, {});
  const mailed = open.filter((invite) => !invite.is_multiuse).map(({ id }) => id);
  const link = open.find((invite) => invite.is_multiuse);
  await shows(invites.resendInvite, ada, { invite_id: mailed[0] as number });
  await shows(invites.revokeInvite, ada, { invite_id: mailed[1] as number });
  await shows(invites.revokeInviteLink, ada, { invite_id: link?.id as number });
  await shows(testWelcomeMessage, ada, { welcome_message_custom_text: "Welcome aboard! **#general** is the kitchen." });
};
