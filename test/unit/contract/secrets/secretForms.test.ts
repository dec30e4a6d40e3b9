import assert from "node:assert/strict";
import { findSecrets } from "../../../../src/features/asking/core/secretsInQuestion";
import { maskSecrets } from "../../../../src/contract/secrets/maskSecrets";

/** Written in pieces, so that no scanner takes this file for a leak. */
const strong = ["S3cr", "et!9xQz"].join("");
const weak = ["hun", "ter2"].join("");

/** Each with `@` for the secret; what is around it stays. */
const forms: Readonly<Record<string, readonly string[]>> = {
  "properties files": [
    "db.password=@",
    "spring.datasource.password = @",
    "a.b=1\ndb.password: @\nc.d=2",
    "api_key=@",
    "client.secret=@",
  ],
  "ini files": ["[db]\nuser = me\npassword = @\nport = 3306", "[client]\npasswd=@", "; pwd = @"],
  "files of the environment": [
    "DB_PASS=@",
    "DB_PASS='@'",
    'export DB_PASSWORD="@"',
    "MYSQL_PWD=@ # local",
    "PGPASSWORD=@ psql -h db",
    "PASSWORD_POSTGRES=@",
    "SECRET_KEY_BASE=@",
    "#DB_PASS=@",
    "docker run -e DB_PASS=@ image",
    "  environment:\n    - \"DB_PASS=@\"\n    - 'TZ=UTC'",
    "ENV DB_PASSWORD @",
    "set DB_PASS=@",
  ],
  "program code": [
    "define('DB_PASSWORD', '@');",
    'define( "DB_PASSWORD", "@" );',
    'const password = "@";',
    'const dbPassword: string = "@";',
    'password := "@"',
    'char password[] = "@";',
    "$config['password'] = '@';",
    "'password' => '@',",
    ':secret => "@",',
    'if (password === "@") return;',
    'config.setProperty("password", "@");',
    'builder.setPassword("@");',
    'variable "db_password" {\n  type    = string\n  default = "@"\n}',
    '#define WIFI_PASSWORD "@"',
    "ALTER USER me WITH PASSWORD '@';",
    "CREATE USER me IDENTIFIED BY '@';",
    'connect(user="me", password="@")',
    'let api_key: &\'static str = "@";',
  ],
  "connection strings": [
    "postgres://user:@@db.example:5432/app",
    "redis://:@@cache:6379/0",
    "postgresql+psycopg2://me:@@db:5432/app",
    "jdbc:oracle:thin:scott/@@//db:1521/x",
    "mongodb+srv://me:@@cluster.example/x?retryWrites=true",
    'dsn := "me:@@tcp(localhost:3306)/app"',
    "Server=db;Database=app;User Id=me;Password=@;Encrypt=yes",
    "Server=db;User Id=me;Pwd=@",
    '"DefaultConnection": "Server=db;Database=app;Uid=me;Password=@;"',
    "host=db user=me password=@ dbname=app",
    "jdbc:mysql://db/app?user=me&password=@&ssl=true",
    '<add name="db" connectionString="Server=db;Password=@;" />',
  ],
  XML: [
    "<password>@</password>",
    '  <db:password type="plain">\n    @\n  </db:password>',
    "<apiKey><![CDATA[@]]></apiKey>",
    "<property><name>ConnectionPassword</name><value>@</value></property>",
    "<key>password</key>\n<string>@</string>",
    '<add key="DbPassword" value="@"/>',
    '<property name="hibernate.connection.password" value="@" />',
    '<property name="password">@</property>',
    '<user name="me" password="@"/>',
  ],
  headers: [
    "Authorization: Basic @",
    "Authorization: Bearer @",
    '"Authorization": "Bearer @"',
    'headers["Authorization"] = "token @"',
    "curl -H 'Authorization: Bearer @' https://api.example",
    "X-Api-Key: @",
    "-H 'x-api-key: @'",
    "Proxy-Authorization: Basic @",
  ],
  JSON: [
    '{"password": "@"}',
    '{"user":"me","password":"@","port":1}',
    '  "clientSecret": "@",',
    String.raw`{"body": "{\"password\":\"@\"}"}`,
    '[{ "name": "DB_PASSWORD", "value": "@" }]',
    '{"auths": {"r.example": {"password": "@"}}}',
  ],
  YAML: [
    "db:\n  user: me\n  password: @\n",
    "password: '@'\nuser: me\nport: 1",
    "env:\n  - name: DB_PASSWORD\n    value: @\n",
    "stringData:\n  api-key: @",
    "db:\n  password: !!str @",
    "db:\n  password: |\n    @\n  port: 1",
    "Before that, set it up:\n\n```yaml\ndb:\n  password: @\n```\n",
  ],
  commands: [
    "mysqldump --user=me --password=@ app",
    "tool --password '@' run",
    "curl -u me:@ https://api.example",
    "machine api.example login me password @",
    "requirepass @",
    "mysql -u root -p@",
    "sshpass -p '@' ssh host",
    "docker login -u me -p @",
    "redis-cli -h cache -a @",
    "host:5432:db:me:@",
    "bindpw @",
    "java -Ddb.password=@ -jar app.jar",
    "curl https://api.example/x?api_key=@&y=1",
  ],
};

describe("secrets in common forms", () => {
  for (const [where, texts] of Object.entries(forms))
    for (const form of texts)
      it(`Z8 are masked in ${where}: ${form.replaceAll("\n", "⏎")}`, () => {
        const at = form.indexOf("@");
        const filled = (value: string) => form.slice(0, at) + value + form.slice(at + 1);
        for (const value of [strong, weak]) {
          const { text, secrets } = maskSecrets(filled(value));
          assert.ok(!text.includes(value), text);
          assert.equal(text.replace(/\[masked: [^\]]*\]/, "@"), form);
          assert.equal(secrets.length, 1);
          const onWindows = filled(value).replaceAll("\n", "\r\n");
          assert.ok(
            !maskSecrets(onWindows).text.includes(value),
            "with the line breaks of Windows",
          );
        }
        assert.equal(findSecrets(filled(strong)).length, 1, "a question before it is sent");
      });

  it("Z8 mask all of a long value, with signs of any kind in it", () => {
    const long = `${"aB3+/".repeat(600)}==`;
    for (const form of ["DB_PASS=@", '{"password": "@"}', "<password>@</password>", "api.secret=@"])
      assert.doesNotMatch(maskSecrets(form.replace("@", () => long)).text, /aB3/);
    for (const form of ["host=db password=@ dbname=app", "db:\n  password: @\n  port: 1"])
      for (const value of ["a1&b,c)d2;e", "x]9|y.z!"])
        assert.doesNotMatch(maskSecrets(form.replace("@", value)).text, /a1|d2;e|9|z!/, value);
    const hard = String.raw`p;a"s&s'w=o#r\d1`;
    assert.equal(maskSecrets(`DB_PASS=${hard}`).text, "DB_PASS=[masked: a secret value]");
    assert.equal(
      maskSecrets(`a.b=1\ndb.password=${hard}`).text,
      "a.b=1\ndb.password=[masked: a secret value]",
    );
    assert.equal(
      maskSecrets(String.raw`{"password": "a1\"b2\\", "x": 1}`).text,
      '{"password": "[masked: a secret value]", "x": 1}',
    );
    assert.equal(
      maskSecrets("a.b=1\ndb.password=my own horse 7").text,
      "a.b=1\ndb.password=[masked: a secret value]",
    );
  });

  const harmless = [
    "password=",
    "password=\nuser=me",
    "password: <your-key>",
    "password=${DB_PASSWORD}",
    "password: ${{ secrets.DB_PASSWORD }}",
    "DB_PASS=$DB_PASS",
    "set PASSWORD=%PASSWORD%",
    "const password = process.env.DB_PASSWORD;",
    'password = os.environ["DB_PASSWORD"]',
    'PASSWORD = os.getenv("DB_PASSWORD")',
    "api_key=xxxxxxxxxxxx",
    "password=changeme",
    "password: your-password-here",
    'apiKey: "YOUR_API_KEY"',
    "DB_PASS=DB_PASSWORD",
    "password: ********",
    "password: string;",
    "  password: string\n  user: string",
    "password: str",
    "api_key: Optional[SecretStr] = None",
    "class Options { password?: string; apiKey: string | undefined }",
    "function login(user, password) { return check(user, password); }",
    "def login(user: str, password: str = None) -> bool:",
    "login(user=name, password=password)",
    "connect(password=new_password2)",
    "self.password = password",
    "this.#token = token;",
    "const { password, token } = request.body;",
    "password: user.password,",
    "  token: nextToken2,",
    "if (password == null) return",
    'throw new Error("The password is missing: " + name)',
    'password: "Password"',
    '"password": "Passwort",',
    '"forgotPassword": "Forgot your password?"',
    "login.password=Please enter your password",
    '<label for="password">Password</label>',
    '<input type="password" name="password" placeholder="Password">',
    '<string name="password">Kennwort</string>',
    "<password></password>",
    "<password>${db.password}</password>",
    "password_file: /run/secrets/db_password",
    "POSTGRES_PASSWORD_FILE=/run/secrets/db",
    "secretName: my-tls-secret-1",
    "secretKeyRef:\n  name: db\n  key: password",
    "PASSWORD_MIN_LENGTH=12",
    "max_tokens: 4096",
    "TOKEN_LIMIT=100000",
    "tokenizer: gpt-2-medium-v1",
    "passport: strategy-1234",
    "bypass: rule-1234",
    "compass=north-east-12",
    "Authorization: Bearer <token>",
    "Authorization: Bearer ${token}",
    "Authorization: `Bearer ${token}`",
    "sends `Authorization: Bearer TOKEN` with it",
    "Password: must have at least 8 characters",
    "The token is passed on. The secret: nobody knows.",
    "tool --password <password>",
    "--token string   the token to use",
    "Server=db;Password=${DB_PASS};Encrypt=yes",
    "postgres://user:${PASSWORD}@db/x",
    "https://example.org:8080?mail=a@b.example",
    'it("asks for the password again", async () => {',
    "import { hashPassword } from './password-v2';",
    "key: value1",
    'sortKey: "created_at_2"',
    '{ key: "ArrowLeft", token: "punctuation" }',
    "keyboard: us-intl-1",
    "author: someone-1234567",
    'if (typeof credentials === "function") return;',
    "  auth: string | null",
    "docker run -p 8080:8080 image",
    "mysql -u root -p app",
    "password required",
    'setPassword("Password")',
    "db:\n  password: |\n    ${DB_PASSWORD}\n",
    'ACCESS_TOKEN = "access_token"',
    'const secret = "app.accessToken"',
    "readonly secrets: ReadonlyMap<string, readonly Secret2[]>;",
    "const isSecret = !options.allowSecrets2",
    '"pass": "aria-levelの値は有効です"',
    '"rule-private-key": "^10.2.2"',
    "gpg --recv-keys 5BE8A3F6C8A5C01D106C0AD820B1A390B168D356",
  ];
  for (const text of harmless)
    it(`leave ${text.replaceAll("\n", "⏎")}`, () => {
      assert.deepEqual(maskSecrets(text), { text, secrets: [] });
      assert.deepEqual(findSecrets(text), []);
    });

  const masked = [
    "DB_PASS=root",
    "password=geheim",
    '{"password": "geheim"}',
    `const password = "${weak}"`,
    'password: "Test-1234"',
  ];
  for (const text of masked)
    it(`are too weak for a question before sending: ${text}`, () => {
      assert.equal(maskSecrets(text).secrets.length, 1);
      assert.deepEqual(findSecrets(text), []);
    });
});
