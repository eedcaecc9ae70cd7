/** Days and times in words; dates themselves come from Intl. */
export const time = {
  today: "Today",
  yesterday: "Yesterday",
};
