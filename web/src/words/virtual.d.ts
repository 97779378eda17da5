declare module 'virtual:words/*' {
  const words: Record<string, Record<string, string | Partial<Record<Intl.LDMLPluralRule, string>>>>;
  export default words;
}
