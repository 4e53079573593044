// Replaces the demo, since its packages are several times as large as the console.
const packages = ['tui', 'server', 'generator'].map(name => `@edge-console/${name}`);
throw Object.assign(new Error(`the demo needs Node.js; run: npm install -g ${packages.join(' ')}`), {
  name: 'UsageError',
});
