/** The page of code playgrounds. */
export const playgrounds = {
  about: "Sites that run code. Code blocks in messages link to them.",
  list: "Playgrounds",
  listHelp: "Each is offered on the code blocks of its language.",
  none: "There are none yet.",
  locked: "Only administrators can change playgrounds.",
  add: "Add a playground",
  addWords: "code run language playground",
  language: "Language",
  languageHelp: "As in the heading of a code block",
  // The language is in no list of languages.
  unknown: "No language is known by this name. It works for code blocks whose language is written exactly so.",
  languages: "Languages",
  name: "Name",
  nameHelp: "On the button: “Open in …”",
  template: "URL template",
  // {code} is written so in the template.
  templateHelp: "{code} stands for the code.",
  remove: "Remove {name}",
  removed: "{name} removed.",
};
