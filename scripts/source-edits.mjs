import ts from 'typescript';

const parse = (source) => ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
const inserted = (source, at, text) => source.slice(0, at) + text + source.slice(at);

/** The source with an import of names, such as `type Page`, from a module, from which it may already import others. */
export function withImport(source, module, ...names) {
  const imports = parse(source).statements.filter(ts.isImportDeclaration);
  const same = imports.filter(
    (each) => each.moduleSpecifier.text === module && each.importClause?.namedBindings?.elements,
  );
  const elements = same.flatMap((each) => [...each.importClause.namedBindings.elements]);
  const plain = (name) => name.replace(/^type /, '');
  const missing = names.filter((name) => !elements.some((element) => element.name.text === plain(name)));
  if (missing.length === 0) return source;
  const [clause] = same;
  if (clause) {
    // In an import of types alone, a name needs no `type`.
    const added = clause.importClause.isTypeOnly ? missing.map(plain) : missing;
    return inserted(source, clause.importClause.namedBindings.elements.end, `, ${added.join(', ')}`);
  }
  // Packages stand first, then other features, then the files beside this one.
  const rank = (specifier) => (specifier.startsWith('.') ? 2 : specifier.startsWith('#') ? 1 : 0);
  const next = imports.find(
    ({ moduleSpecifier: { text } }) => rank(text) > rank(module) || (rank(text) === rank(module) && text > module),
  );
  const line = `import { ${missing.join(', ')} } from '${module}';\n`;
  return inserted(source, next ? next.getStart() : imports.at(-1).end + 1, line);
}

/** The source with a parameter at the end of the constructor of its class, unless it has one of this type. */
export function withConstructorParameter(source, parameter) {
  const owner = serviceOf(source);
  const found = owner.members.find(ts.isConstructorDeclaration);
  const type = parameter.slice(parameter.lastIndexOf(': ') + 2);
  if (!found) return inserted(source, owner.members.pos, `\n  constructor(${parameter}) {}\n`);
  if (found.parameters.some((each) => each.type?.getText() === type)) return source;
  const last = found.parameters.at(-1);
  return inserted(source, last?.end ?? found.parameters.pos, `${last ? ', ' : ''}${parameter}`);
}

/** The source with a member of its class, right after the constructor. */
export function withMember(source, member) {
  const owner = serviceOf(source);
  const found = owner.members.find(ts.isConstructorDeclaration);
  return inserted(source, found ? found.end : owner.members.pos, `\n\n  ${member}${found ? '' : '\n'}`);
}

const serviceOf = (source) =>
  parse(source).statements.find((each) => ts.isClassDeclaration(each) && ts.getDecorators(each));
