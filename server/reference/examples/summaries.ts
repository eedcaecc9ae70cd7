import { getMessagesSummary } from "../../src/messages/summary/contract.ts";
import type { Story } from "../scene.ts";

export const summaryExamples: Story = async ({ shows, outside, dev }) => {
  const content = "The party is on **Thursday, 7 pm**, at the bookshop. Who brings music is still open.";
  outside.answers("/v1/chat/completions", 200, { choices: [{ message: { role: "assistant", content } }] });
  await shows(getMessagesSummary, dev, {
    narrow: [
      { operator: "channel", operand: "launch" },
      { operator: "topic", operand: "release party" },
    ],
  });
};
