/** Words that stand for the attached text, such as `this` or `the following string`; lower case, without groups. */
export const pointer =
  "(?:this|that|it|these|them|text|string|the following|(?:(?:this|that|these|the|my|following|above|attached|selected) )+" +
  "(?:text|string|value|content|data|file|document|block|lines|word|token|input|selection))";
