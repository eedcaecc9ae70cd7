/** The page of custom emoji. */
export const customEmoji = {
  about: "Your organization’s own emoji, for messages and reactions.",
  add: "Add an emoji",
  addWords: "custom emoji upload picture",
  locked: "You may not add emoji. Who may is decided on the Permissions page.",
  name: "Name",
  nameHelp: "Lowercase letters, digits and dashes. Then choose a picture; it is scaled down.",
  // Read out for the button that uploads.
  choose: "Upload: picture of the emoji",
  list: "Emoji of this organization",
  none: "There are none yet.",
  by: "Added by {author}",
  removeNamed: "Remove :{name}:",
  removeTitle: "Remove :{name}:?",
  removeHelp: "Messages and reactions that use it still show it. Nobody can use it any more.",
};
