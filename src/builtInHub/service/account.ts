/** The account behind the hub's own key: fictitious, and obviously so. */
export class Account {
  readonly #startedAt = new Date().toISOString();

  /** The answer of get_user (service 2.1). */
  record() {
    return [
      {
        user: {
          user_id: "local|user",
          email: "local.user@built-in-hub.invalid",
          given_name: "Local",
          family_name: "User",
          name: "Local user",
          nickname: "local",
          picture: "https://built-in-hub.invalid/local-user.png",
          email_verified: false,
          created_at: this.#startedAt,
          updated_at: this.#startedAt,
          last_login: this.#startedAt,
          last_ip: "127.0.0.1",
          logins_count: 1,
          identities: [
            {
              access_token: "local-placeholder-access-token",
              expires_in: 0,
              connection: "built-in",
              user_id: "user",
              provider: "local",
              isSocial: false,
            },
          ],
          user_metadata: {
            message_me: false,
            newsletter: false,
            updates: false,
            features: false,
            follows_me: false,
            mentions_me: false,
            api_keys: ["local-placeholder-api-key"],
            apps: {},
            tokens: 100_000,
          },
          app_metadata: {},
        },
      },
    ];
  }
}
