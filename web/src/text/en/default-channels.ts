/** The page of default channels. */
export const defaultChannels = {
  about: "What new people find when they join.",
  words: "new users newcomers onboarding subscribe automatically",
  help: "New people are subscribed to these. Those who are here already are not affected.",
  none: "There are no default channels.",
  add: "Add a default channel",
  groups: "Sets of channels",
  groupsWords: "default channel groups newcomers choose",
  groupsHelp: "New people can choose them when they join, in addition to the default channels.",
  createGroup: "New set",
  noGroups: "There are no sets yet.",
  edit: "Edit",
  delete: "Delete",
  deleteNamed: "Delete {name}",
  deleteQuestion: "Delete {name}?",
  deleteLoss: "Its channels and their subscribers stay. New people can no longer choose this set.",
};
