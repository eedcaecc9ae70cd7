import assert from "node:assert/strict";
import { test } from "node:test";
import { noteIn } from "./reminder-notes.ts";

const SAID =
  "@_**Ben|9** [said](https://chat.example.com/#narrow/channel/2-design/topic/logo/near/7) in #**design>logo@7**:";
const QUOTE = "```quote\n> Which blue?\n```";
const content = (...paragraphs: string[]) => paragraphs.join("\n\n");
const opening = (note: string) => `You requested a reminder for the following message. Note:\n > ${note}`;

test("the note is found where the other server writes it, whatever it contains", () => {
  for (const note of ["Ask again", "Ask\nagain", "Ask\n\n> again\n\n@_**Ben|9** [said](#narrow/near/8):"])
    assert.equal(noteIn(content(opening(note), `${SAID}\n${QUOTE}`), 7), note);
  const translated = "Du hast um eine Erinnerung gebeten. Notiz:\n > Frag nach";
  assert.equal(noteIn(content(translated, `In #**design>logo@7** ${SAID}\n${QUOTE}`), 7), "Frag nach");
  assert.equal(noteIn(content("You asked to be reminded.", "Your note:", "> Ask again", SAID), 7), "Ask again");
});

test("without a note, nothing of the message is taken for one", () => {
  const asked = "You requested a reminder for the following message.";
  for (const said of [`${SAID}\n${QUOTE}`, `${SAID}\n\`\`\`quote\n\n > no note\n\`\`\``])
    assert.equal(noteIn(content(asked, said), 7), "");
  // And if the link to the message is not where it should be, nothing is guessed.
  assert.equal(noteIn(content(opening("Ask again"), `${SAID}\n${QUOTE}`), 8), "");
});
