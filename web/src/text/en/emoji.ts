/** The emoji picker before it is loaded. */
export const emoji = {
  picker: "Emoji",
};
