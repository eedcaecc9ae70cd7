import assert from "node:assert/strict";
import { test } from "node:test";
import { noteOf } from "./note.ts";

const OPENING = "You asked to be reminded of #**design>logo@7**.";
const WROTE = "@_**Ben|9** [wrote](/#narrow/channel/2-design/topic/logo/near/7):";
const QUOTE = "``` quote\n> Which blue?\n```";
const content = (...paragraphs: string[]) => paragraphs.join("\n\n");

test("the note is found again, line by line, whatever language the reminder speaks", () => {
  assert.equal(noteOf(content(OPENING, "Your note:", "> Ask again", WROTE, QUOTE)), "Ask again");
  assert.equal(
    noteOf(content(OPENING, "Your note:", "> Ask again\n> \n> > tomorrow", WROTE, QUOTE)),
    "Ask again\n\n> tomorrow",
  );
  assert.equal(
    noteOf(content("Du wolltest erinnert werden.", "Deine Notiz:", "> Frag nach", WROTE, QUOTE)),
    "Frag nach",
  );
  assert.equal(
    noteOf(content(OPENING, "Your note:", "> Vote", "@_**Ben|9** created [a poll](/#narrow/near/7).")),
    "Vote",
  );
});

test("where there is no note, nothing of the message is taken for one", () => {
  assert.equal(noteOf(content(OPENING, WROTE, QUOTE)), "");
  assert.equal(noteOf(content(OPENING, "@_**Ben|9** created [a poll](/#narrow/near/7).")), "");
});
