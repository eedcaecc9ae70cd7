/** Polls, to-do lists, and messages that offer answers. */
export const widgets = {
  votes: "{count, plural, =0 {No votes} one {# vote} other {# votes}}",
  // Read out for the button of an option: "The owl, 3 votes, yours among them".
  optionVotes: "{option}, {count, plural, one {# vote} other {# votes}}",
  optionVotesWithOwn: "{option}, {count, plural, one {# vote, yours} other {# votes, yours among them}}",
  // Who voted for an option, in its tooltip, when nobody has.
  nobodyVoted: "Nobody yet",
  andOthers: "{names}, and {count, plural, one {# other} other {# others}}",
  poll: "Poll",
  noQuestion: "No question yet",
  editQuestion: "Edit question",
  question: "Question",
  addOption: "Add option",
  option: "Option",
  optionExists: "This option already exists.",
  todo: "To-do list",
  noTitle: "Tasks",
  editTitle: "Edit title",
  title: "Title",
  done: "{done, number} of {count, number} done",
  addTask: "Add task",
  task: "Task",
  description: "Description",
  taskExists: "This task already exists.",
  tooMany: "The list is full.",
  add: "Add",
  save: "Save",
  // Under a widget that could not be changed; the server's own sentence follows.
  notChanged: "Not changed. {reason}",
};
