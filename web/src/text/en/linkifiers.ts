/** The page of linkifiers. */
export const linkifiers = {
  about: "Texts such as ticket numbers that become links, in messages and topics.",
  list: "Linkifiers",
  listWords: "pattern regular expression ticket issue link add",
  listHelp: "Where several match the same text, the first in this list makes the link.",
  none: "There are none yet.",
  locked: "Only administrators can change linkifiers.",
  add: "Add a linkifier",
  editTitle: "Edit the linkifier",
  save: "Save",
  pattern: "Pattern",
  // RE2 is the name of a kind of regular expressions.
  patternHelp: "A regular expression in RE2 syntax. Name its parts: (?P<id>…)",
  template: "URL template",
  // The example is a part of the template: "{id}".
  templateHelp: "Each part of the pattern that has a name stands here in braces: {example}",
  removed: "Removed {pattern}",
  try: "Try them",
  tryWords: "test tester preview linkifier",
  text: "Text to try",
  textHelp: "Nobody else sees this text.",
  textExample: "Fixed in #1234",
  found: "{count, plural, =0 {No links} one {# link} other {# links}}",
  links: "Links in the text",
  // Which of several linkifiers has made a link.
  by: "by {pattern}",
  tooSlow: "This pattern takes too long on this text. Make it simpler.",
  // What the server would refuse, shown while it is written.
  badPattern: "Bad regular expression: {reason}",
  tooLarge: "The pattern is too large.",
  badTemplate: "Invalid URL template.",
  groupNotInPattern: "The pattern has no part “{group}”, which the URL template uses.",
  groupNotInTemplate: "The URL template doesn’t use the part “{group}” of the pattern.",
};
