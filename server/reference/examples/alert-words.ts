import { addAlertWords, getAlertWords, removeAlertWords } from "../../src/people/alert-words/contract.ts";
import type { Story } from "../scene.ts";

export const alertWordExamples: Story = async ({ shows, dev }) => {
  await shows(addAlertWords, dev, { alert_words: ["deadline", "printer"] });
  await shows(removeAlertWords, dev, { alert_words: ["deadline"] });
  await shows(getAlertWords, dev, {});
};
