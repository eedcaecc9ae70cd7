import { addSubmessage } from "../../src/messages/submessages/contract.ts";
import type { Story } from "../scene.ts";

export const submessageExamples: Story = async ({ shows, ben, chiara }) => {
  const message_id = await chiara.sends("#design > paper", "/poll Which paper?\n- cream\n- white");
  const vote = { type: "vote", key: "canned,0", vote: 1 };
  await shows(addSubmessage, ben, { message_id, msg_type: "widget", content: JSON.stringify(vote) });
};
